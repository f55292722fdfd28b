/** Where 企业微信 and 钉钉 open the application for their users. */
export const landingPath = '/oauth2-app/login'
