const COLLAPSED = 'shiyan.menu.collapsed'

/** Whether the menu was narrow when this browser last showed it. */
export const isMenuCollapsed = (): boolean => localStorage.getItem(COLLAPSED) === '1'

export const rememberMenu = (collapsed: boolean): void => localStorage.setItem(COLLAPSED, collapsed ? '1' : '0')
