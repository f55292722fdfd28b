/* antd's modules below `es` are ES modules in a package that TypeScript takes for CommonJS. */
declare module 'antd/es/locale/zh_CN.js' {
  const locale: import('antd/es/locale').Locale
  export default locale
}
declare module 'antd/es/theme/themes/seed.js' {
  const seed: Parameters<typeof import('antd').theme.defaultAlgorithm>[0]
  export default seed
}
declare module 'antd/es/theme/util/alias.js' {
  import type { GlobalToken, theme } from 'antd'
  const formatToken: (made: ReturnType<typeof theme.defaultAlgorithm> & { override: Partial<GlobalToken> }) => GlobalToken
  export default formatToken
}
declare module 'antd/es/theme/themes/default/index.js' {
  const algorithm: typeof import('antd').theme.defaultAlgorithm
  export default algorithm
}
declare module 'antd/es/theme/themes/dark/index.js' {
  const algorithm: typeof import('antd').theme.darkAlgorithm
  export default algorithm
}
declare module 'antd/es/theme/themes/compact/index.js' {
  const algorithm: typeof import('antd').theme.compactAlgorithm
  export default algorithm
}
declare module 'antd/es/app/context.js' {
  import type { Context } from 'react'
  const AppContext: Context<ReturnType<typeof import('antd').App.useApp>>
  export default AppContext
}
