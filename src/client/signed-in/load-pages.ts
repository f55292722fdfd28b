/** The pages of a signed-in user, with antd and all that a list needs. */
export const loadPages = () => import('../shell/SignedInPages.tsx').then((file) => file.SignedInPages)
