export { api, ApiError, configureApi, download, saveFile, send } from './api.ts'
export { SessionProvider, useSession } from './session.tsx'
export type { PanelProps, Session } from './session.tsx'
export { EntityPage } from './EntityPage.tsx'
