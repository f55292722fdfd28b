/** The start page says it if the server asks for no picture code, so that the login is drawn without one from the beginning. */
export const noCaptcha = (): boolean => document.querySelector('meta[name="captcha"]')?.getAttribute('content') === 'off'
