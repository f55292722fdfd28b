import { Col, Empty, Row, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { declaredCall, LoadFailed } from '../../../engine/client/index.ts'
import type { WhyAnswer } from './answers.ts'
import { EntitySelect } from './EntitySelect.tsx'
import { Explanations } from './Explanations.tsx'
import { RowSelect } from './RowSelect.tsx'
import { useExplainable } from './use-explainable.ts'

interface Question {
  readonly userId?: string | undefined
  readonly entity?: string | undefined
  readonly rowId?: string | undefined
}

function Answer({ userId = '', entity = '', rowId }: Question) {
  const { data, error, mutate } = useSWR<WhyAnswer, Error>(
    ['explain', userId, entity, rowId],
    () => declaredCall('/sys/permission/explain', { userId, entity, ...(rowId === undefined ? {} : { rowId }) }).get<WhyAnswer>(),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  )
  if (error) return <LoadFailed error={error} retry={mutate} />
  if (!data) return <Skeleton active />
  const roles = [data.who?.roleName, ...(data.who?.departRoles ?? [])].filter(Boolean).join('、')
  return (
    <>
      <Typography.Paragraph>
        {data.who?.realname}（{data.who?.username}），角色：{roles}
      </Typography.Paragraph>
      <Explanations items={data.items} />
    </>
  )
}

/** Why somebody may do this with rows of an entity, or with one of them, and not that. */
export function WhyTab() {
  const entities = useExplainable()
  const [question, setQuestion] = useState<Question>({})
  const { userId, entity } = question
  const chosen = entities.find((one) => one.entity === entity)
  return (
    <>
      <Row gutter={[12, 12]} className="permission-question">
        <Col xs={24} md={8}>
          <RowSelect base="/sys/user" label="用户" value={userId} onChange={(next) => setQuestion({ ...question, userId: next })} />
        </Col>
        <Col xs={24} md={8}>
          <EntitySelect entities={entities} value={entity} onChange={(next) => setQuestion({ userId, entity: next })} />
        </Col>
        <Col xs={24} md={8}>
          {chosen && (
            <RowSelect
              key={chosen.entity}
              base={chosen.base}
              label="记录（可不选）"
              value={question.rowId}
              onChange={(rowId) => setQuestion({ ...question, rowId })}
            />
          )}
        </Col>
      </Row>
      {userId && entity ? (
        <Answer {...question} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择用户和数据类型，查看每项操作可以或不可以的原因" />
      )}
    </>
  )
}
