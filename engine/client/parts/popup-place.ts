/** Where a menu is drawn: in the window or the part of the page it belongs to, because in the body it is outside every landmark. */
export const popupPlace = (place: HTMLElement): HTMLElement => place.closest<HTMLElement>('[role="dialog"], main') ?? document.body
