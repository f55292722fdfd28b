import { ThemeChoices } from '../../theme/ThemeChoices.tsx'

/** The theme, which follows the user to every browser. */
export function Personalisation() {
  return (
    <div className="account-form">
      <p className="account-hint">立即生效，并随账号保存：在其他浏览器登录时也使用这些设置。</p>
      <ThemeChoices />
    </div>
  )
}
