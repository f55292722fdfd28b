import { CloseCircleFilled } from '@ant-design/icons'

/** The button that empties a line of text, to which antd gives no name. */
export const clearable = { clearIcon: <CloseCircleFilled role="img" aria-hidden={false} aria-label="清除" /> }
