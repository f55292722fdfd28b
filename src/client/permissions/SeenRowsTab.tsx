import { Col, Empty, Row } from 'antd'
import { useState } from 'react'
import { RowSelect } from './RowSelect.tsx'
import { SeenRows } from './SeenRows.tsx'

/** Which rows one account sees. */
export function SeenRowsTab() {
  const [userId, setUserId] = useState<string>()
  return (
    <>
      <Row gutter={[12, 12]} className="permission-question">
        <Col xs={24} md={8}>
          <RowSelect base="/sys/user" label="用户" value={userId} onChange={setUserId} />
        </Col>
      </Row>
      {userId ? (
        <SeenRows whom={{ userId }} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择用户，查看该用户能看到哪些记录" />
      )}
    </>
  )
}
