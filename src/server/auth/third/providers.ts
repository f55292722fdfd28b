import { askProvider, needed, textIfAny, posted, withQuery, type Provider, type ProviderMaker } from './provider.ts'
import { thirdTypes, type ThirdLogin, type ThirdType } from './third-settings.ts'

const github: ProviderMaker = ({ clientId, clientSecret, endpoints = {} }) => {
  const {
    authorize = 'https://github.com/login/oauth/authorize',
    token = 'https://github.com/login/oauth/access_token',
    user = 'https://api.github.com/user',
  } = endpoints
  return {
    hasInApp: false,
    authorize: ({ redirectUri, state, challenge }) =>
      withQuery(authorize, {
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'read:user',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    async personOf({ code, redirectUri, verifier }) {
      const body = { client_id: clientId, client_secret: clientSecret, code, redirect_uri: redirectUri, code_verifier: verifier }
      const bearer = needed(await askProvider(token, posted(body)), 'access_token')
      const person = await askProvider(user, { headers: { authorization: `Bearer ${bearer}` } })
      const username = needed(person, 'login')
      return {
        uuid: needed(person, 'id'),
        username,
        realname: textIfAny(person, 'name') || username,
        avatar: textIfAny(person, 'avatar_url'),
      }
    },
  }
}

const wechatOpen: ProviderMaker = ({ clientId, clientSecret, endpoints = {} }) => {
  const {
    authorize = 'https://open.weixin.qq.com/connect/qrconnect',
    token = 'https://api.weixin.qq.com/sns/oauth2/access_token',
    user = 'https://api.weixin.qq.com/sns/userinfo',
  } = endpoints
  return {
    hasInApp: false,
    authorize: ({ redirectUri, state }) => {
      const query = { appid: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'snsapi_login', state }
      return `${withQuery(authorize, query)}#wechat_redirect`
    },
    async personOf({ code }) {
      const granted = await askProvider(withQuery(token, { appid: clientId, secret: clientSecret, code, grant_type: 'authorization_code' }))
      const [bearer, openid] = [needed(granted, 'access_token'), needed(granted, 'openid')]
      const person = await askProvider(withQuery(user, { access_token: bearer, openid, lang: 'zh_CN' }))
      const nickname = textIfAny(person, 'nickname')
      return {
        uuid: textIfAny(person, 'unionid') || openid,
        username: nickname,
        realname: nickname,
        avatar: textIfAny(person, 'headimgurl'),
      }
    },
  }
}

const wechatEnterprise: ProviderMaker = ({ clientId, clientSecret, agentId = '', endpoints = {} }) => {
  const {
    authorize = 'https://login.work.weixin.qq.com/wwlogin/sso/login',
    inApp: authorizeInApp = 'https://open.weixin.qq.com/connect/oauth2/authorize',
    token = 'https://qyapi.weixin.qq.com/cgi-bin/gettoken',
    user = 'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo',
    profile = 'https://qyapi.weixin.qq.com/cgi-bin/user/get',
  } = endpoints
  return {
    hasInApp: true,
    authorize({ redirectUri, state, inApp }) {
      const query = { appid: clientId, agentid: agentId, redirect_uri: redirectUri, state }
      if (!inApp) return withQuery(authorize, { ...query, login_type: 'CorpApp' })
      return `${withQuery(authorizeInApp, { ...query, response_type: 'code', scope: 'snsapi_base' })}#wechat_redirect`
    },
    async personOf({ code }) {
      const bearer = needed(await askProvider(withQuery(token, { corpid: clientId, corpsecret: clientSecret })), 'access_token')
      // Only members have a userid: guests of the company are nobody here.
      const userid = needed(await askProvider(withQuery(user, { access_token: bearer, code })), 'userid')
      const person = await askProvider(withQuery(profile, { access_token: bearer, userid }))
      return { uuid: userid, username: userid, realname: textIfAny(person, 'name') || userid, avatar: textIfAny(person, 'avatar') }
    },
  }
}

const dingtalk: ProviderMaker = ({ clientId, clientSecret, endpoints = {} }) => {
  const {
    authorize = 'https://login.dingtalk.com/oauth2/auth',
    token = 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
    user = 'https://api.dingtalk.com/v1.0/contact/users/me',
  } = endpoints
  return {
    hasInApp: true,
    authorize: ({ redirectUri, state }) =>
      withQuery(authorize, {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        prompt: 'consent',
        state,
      }),
    async personOf({ code }) {
      const body = { clientId, clientSecret, code, grantType: 'authorization_code' }
      const bearer = needed(await askProvider(token, posted(body)), 'accessToken')
      const person = await askProvider(user, { headers: { 'x-acs-dingtalk-access-token': bearer } })
      const nick = textIfAny(person, 'nick')
      return { uuid: needed(person, 'unionId'), username: nick, realname: nick, avatar: textIfAny(person, 'avatarUrl') }
    },
  }
}

const makers: Readonly<Record<ThirdType, ProviderMaker>> = {
  github,
  wechat_open: wechatOpen,
  wechat_enterprise: wechatEnterprise,
  dingtalk,
}

/** The providers that this installation is known to. */
export function createProviders(login: ThirdLogin): ReadonlyMap<string, Provider> {
  return new Map(
    thirdTypes.flatMap((type) => {
      const settings = login[type]
      return settings ? [[type, makers[type](settings)] as const] : []
    }),
  )
}
