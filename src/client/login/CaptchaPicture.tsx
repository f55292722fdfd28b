import type { Captcha } from './use-captcha.ts'
import './fields.css'

/** The picture code; a click fetches another. */
export function CaptchaPicture({ captcha }: { readonly captcha: Captcha }) {
  return (
    <button type="button" className="login-captcha" onClick={captcha.renew} title="看不清？点击换一张" aria-label="换一张验证码">
      {captcha.image ? <img src={captcha.image} alt="验证码" /> : <span>{captcha.failed ? '点击重试' : '加载中…'}</span>}
    </button>
  )
}
