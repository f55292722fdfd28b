import { Alert, Button, Collapse, Flex, Tag, Typography } from 'antd'
import { clashSentence, type Clash } from '../shared/clashes.ts'
import { comparePlans } from '../shared/compare-plans.ts'
import type { Plan } from '../shared/plan.ts'
import { sessionElement } from './SessionCard.tsx'
import type { PlanAnswer } from '../wire.ts'

interface Props {
  readonly first: PlanAnswer
  readonly plan: Plan
  readonly clashes: readonly Clash[]
  readonly devices: PlanAnswer['devices']
  readonly checking: boolean
  readonly nameOf: (student: string) => string
}

/** Lists of clashes and moves are cut after this many, and the total is shown. */
const MOST_LINES = 50

function Clashes({ clashes, plan }: Pick<Props, 'clashes' | 'plan'>) {
  const show = (index: number) => document.getElementById(sessionElement(index))?.scrollIntoView({ block: 'center' })
  return (
    <Alert
      type="error"
      showIcon
      message={`发现 ${clashes.length} 处冲突`}
      description={
        <Flex vertical align="flex-start" style={{ maxHeight: 160, overflow: 'auto' }}>
          {clashes.slice(0, MOST_LINES).map((clash) => {
            const sentence = clashSentence(clash, plan.sessions[clash.index]?.groupName ?? '')
            return (
              <Button
                key={`${clash.kind}${sentence}`}
                type="link"
                danger
                size="small"
                onClick={() => show(clash.index)}
                style={{ whiteSpace: 'normal', height: 'auto', textAlign: 'start' }}
              >
                {sentence}
              </Button>
            )
          })}
        </Flex>
      }
    />
  )
}

/** An empty section is a line that cannot be opened. */
const nothing = { collapsible: 'disabled', showArrow: false } as const
const Quiet = ({ children }: { readonly children: string }) => <Typography.Text type="secondary">{children}</Typography.Text>

/** The sessions that already exist, and the changes made by hand. */
function Compared({ first, plan, nameOf }: Pick<Props, 'first' | 'plan' | 'nameOf'>) {
  const { moved, gone } = comparePlans(first.sessions, plan.sessions)
  const { comparison, existing } = first
  const byHand = moved.length + gone.length
  const items = [
    {
      key: 'existing',
      ...(existing.length === 0 ? nothing : {}),
      label: existing.length === 0 ? <Quiet>该实验还没有场次</Quiet> : `已有场次 ${existing.length}（学生 ${comparison.unchanged} 人不变）`,
      children: (
        <Flex wrap gap={4}>
          {existing.map(({ groupName, students }) => (
            <Tag key={groupName}>
              {groupName} {students.length} 人
            </Tag>
          ))}
        </Flex>
      ),
    },
    {
      key: 'moved',
      ...(byHand === 0 ? nothing : {}),
      label: byHand === 0 ? <Quiet>手工调整 0 人</Quiet> : `手工调整 ${byHand} 人`,
      children: (
        <Flex vertical style={{ maxHeight: 160, overflow: 'auto' }}>
          {moved.slice(0, MOST_LINES).map(({ student, from, to }) => (
            <span key={student}>
              {nameOf(student)}：{from} → {to}
            </span>
          ))}
          {gone.slice(0, MOST_LINES).map((student) => (
            <span key={student}>{nameOf(student)}：移出，待安排</span>
          ))}
        </Flex>
      ),
    },
  ]
  return <Collapse size="small" items={items} />
}

/** How much is known about clashes: only sessions that have a time can be checked. */
function timesText({ sessions }: Plan): string {
  const set = sessions.filter(({ startTime, endTime }) => startTime && endTime).length
  if (set === 0) return '时间未定'
  return set === sessions.length ? '没有时间冲突' : `已定时间的 ${set} 场没有时间冲突，${sessions.length - set} 场时间未定`
}

/** The plan in figures: arithmetic, devices, clashes, existing sessions. */
export function PlanSummary({ first, plan, clashes, devices, checking, nameOf }: Props) {
  const planned = first.students.length - plan.leftOver.length
  return (
    <Flex vertical gap={12}>
      <Flex wrap gap="4px 16px" align="center">
        <Typography.Text strong>{first.arithmetic}</Typography.Text>
        <Typography.Text>
          将新建 {plan.sessions.length} 场，安排 {planned} 人
        </Typography.Text>
        <Typography.Text type={devices.missing > 0 ? 'danger' : undefined}>
          设备：同时最多需要 {devices.needed} 台，可用 {devices.available} 台
        </Typography.Text>
        <Typography.Text type="secondary" role="status">
          {checking ? '正在检查冲突…' : clashes.length === 0 ? timesText(plan) : ''}
        </Typography.Text>
      </Flex>
      {devices.missing > 0 && <Alert type="error" showIcon message={`可用设备不足，还缺 ${devices.missing} 台！`} />}
      {clashes.length > 0 && <Clashes clashes={clashes} plan={plan} />}
      <Compared first={first} plan={plan} nameOf={nameOf} />
    </Flex>
  )
}
