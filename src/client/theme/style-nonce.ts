/** The page's nonce for styles, which the server writes into index.html. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content

/** antd takes the nonce from its provider, but its scroll lock and scroll bar probes add styles without it: those get it here. */
export function signRuntimeStyles(): void {
  if (!nonce) return
  document.createElement = new Proxy(document.createElement, {
    apply(create, self, [name, options]: [string, ElementCreationOptions?]) {
      const element: HTMLElement = Reflect.apply(create, self, [name, options])
      if (element instanceof HTMLStyleElement) element.nonce = nonce
      return element
    },
  })
}
