import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { List, Tag, Typography } from 'antd'
import { Link } from 'react-router-dom'
import type { Explained } from './answers.ts'

interface Props {
  readonly items: readonly Explained[]
  /** Whether the reader can open the pages where it is changed. */
  readonly linked?: boolean
  /** Called when a link leads away. */
  onLeave?(): void
}

type Reason = NonNullable<Explained['reasons']>[number]

/** One thing in the way, and where it is changed. */
function ReasonLine({ reason: { text, change }, linked, onLeave }: Omit<Props, 'items'> & { readonly reason: Reason }) {
  return (
    <li>
      <div>{text}</div>
      {change && (
        <Typography.Text type="secondary">
          修改位置：
          {linked && change.path ? (
            <Link to={change.path} onClick={onLeave}>
              {change.text}
            </Link>
          ) : (
            change.text
          )}
        </Typography.Text>
      )}
    </li>
  )
}

/** Whether somebody may do each of these things, and what is in the way. */
export function Explanations({ items, linked = true, onLeave }: Props) {
  return (
    <List
      size="small"
      dataSource={[...items]}
      rowKey={({ name, title }) => `${name ?? ''} ${title ?? ''}`}
      renderItem={({ title, allowed, permissions, reasons = [] }) => (
        <List.Item>
          <div className="explained">
            <Tag icon={allowed ? <CheckCircleOutlined /> : <StopOutlined />} color={allowed ? 'green' : 'error'}>
              {allowed ? '可以' : '不可以'}
            </Tag>
            <strong>{title ?? permissions[0]?.title}</strong>
            {permissions.map(({ code, title: named }) => (
              <Typography.Text key={code} type="secondary" className="explained-code">
                {named} {code}
              </Typography.Text>
            ))}
            {reasons.length > 0 && (
              <ul>
                {reasons.map((reason) => (
                  <ReasonLine key={reason.text} reason={reason} linked={linked} {...(onLeave && { onLeave })} />
                ))}
              </ul>
            )}
          </div>
        </List.Item>
      )}
    />
  )
}
