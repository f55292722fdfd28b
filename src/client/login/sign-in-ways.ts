/** The ways to sign in beside the password, as the start page names them. */
export const offeredWays = (): readonly string[] =>
  (document.querySelector('meta[name="sign-in-ways"]')?.getAttribute('content') ?? '').split(' ').filter((way) => /^[a-z]/.test(way))
