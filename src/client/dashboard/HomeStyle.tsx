import { App, Radio } from 'antd'
import { tellRefusal, useCurrentUser } from '../../../engine/client/index.ts'
import { userSettings } from '../../../schemas/identity/own-account.ts'

const { label, options } = userSettings.homeStyle
const choices = Object.entries(options).map(([value, title]) => ({ value, label: title }))

/** The style of the home page: 1 unless the user has chosen another. */
export function useHomeStyle(): string {
  const style = String(useCurrentUser().settings['homeStyle'] ?? '')
  return Object.hasOwn(options, style) ? style : '1'
}

/** Chooses one of the three styles; the choice follows the user to other browsers. */
export function HomeStyle() {
  const { keepSettings } = useCurrentUser()
  const app = App.useApp()
  const style = useHomeStyle()
  const choose = (homeStyle: string) => keepSettings({ homeStyle }).catch((error: unknown) => tellRefusal(app, error))
  return (
    <Radio.Group
      aria-label={label}
      optionType="button"
      size="small"
      options={choices}
      value={style}
      onChange={({ target }) => void choose(String(target.value))}
    />
  )
}
