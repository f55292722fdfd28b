/* antd's modules below `es` are ES modules in a package that TypeScript takes for CommonJS. */
declare module 'antd/es/locale/zh_CN.js' {
  const locale: import('antd/es/locale').Locale
  export default locale
}
declare module 'antd/es/input/Input.js' {
  import type { ForwardRefExoticComponent, RefAttributes } from 'react'
  const Input: ForwardRefExoticComponent<import('antd').InputProps & RefAttributes<import('antd').InputRef>>
  export default Input
}
declare module 'antd/es/input/Password.js' {
  import type { ForwardRefExoticComponent, RefAttributes } from 'react'
  const Password: ForwardRefExoticComponent<import('antd').InputProps & RefAttributes<import('antd').InputRef>>
  export default Password
}
declare module 'antd/es/app/context.js' {
  import type { Context } from 'react'
  const AppContext: Context<ReturnType<typeof import('antd').App.useApp>>
  export default AppContext
}
