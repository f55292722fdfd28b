import { Alert, App, Button, Card, Flex, Form, InputNumber, Skeleton, Typography } from 'antd'
import { useId, useRef, useState, type ComponentProps } from 'react'
import { declaredCall, tellRefusal, useSession, type PanelProps } from '../../../../engine/client/index.ts'
import { arithmetic, fewerSessions, MOST_SEATS, sessionsText } from '../shared/numbers.ts'
import { PlanDrawer } from './PlanDrawer.tsx'
import { useAllocation } from './use-allocation.ts'
import { base } from './use-plan-check.ts'
import type { PersonCount, PlanAnswer } from '../wire.ts'

interface NumberProps {
  readonly label: string
  readonly value: number | null
  /** The field takes this when it is left with more. */
  readonly max: number
  readonly problem: string | undefined
  onChange(value: number | null): void
  onEnter(): void
}

const whole = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)

/** While too much is typed its sentence stands below; antd tells of it as text alone. */
function NumberItem({ label, value, max, problem, onChange, onEnter }: NumberProps) {
  const id = useId()
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      validateStatus={problem ? 'error' : undefined}
      help={
        problem && (
          <span role="alert">
            {label}：<span>{problem}</span>
          </span>
        )
      }
      style={{ marginBottom: 0, flex: '1 1 200px', maxWidth: 280 }}
    >
      <InputNumber
        id={id}
        min={0}
        max={max}
        precision={0}
        value={value}
        aria-invalid={Boolean(problem)}
        onChange={onChange}
        onInput={(text) => {
          const typed = whole(text)
          if (typed !== null && typed > max) onChange(typed)
        }}
        onPressEnter={onEnter}
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}

function Totals({ classCount, stuCount, total, assigned }: PersonCount) {
  return (
    <Typography.Text>
      班级 <b>{classCount}</b> 个，学生 <b>{total}</b> 人，已分配 <b>{assigned}</b> 人，待分配 <b>{stuCount}</b> 人
    </Typography.Text>
  )
}

/** What was asked for, and the plan that the server made of it. */
type Plan = Pick<ComponentProps<typeof PlanDrawer>, 'request' | 'first'>

/** Above the sessions of an experiment: who there is to divide, the three numbers with their rules, and the way to the plan. */
export function AllocationPanel({ entity, filters, reload }: PanelProps) {
  const app = App.useApp()
  const { permissions } = useSession()
  const allocation = useAllocation(filters)
  const [plan, setPlan] = useState<Plan>()
  const [busy, setBusy] = useState(false)
  const { choice, missing, count, typed, numbers, told, good, locked } = allocation
  const request = { ...choice, ...numbers }
  /** Nobody to divide is a sentence of its own, no bound. */
  const most = numbers.stuCount || MOST_SEATS
  const isDivided = count.data !== undefined && count.data.total > 0 && count.data.stuCount === 0
  const choiceText = JSON.stringify(choice)
  const latest = useRef(choiceText)
  latest.current = choiceText
  const fewer = good ? fewerSessions(numbers) : undefined

  const preview = async () => {
    allocation.tellAll()
    if (missing) return void app.message.warning(missing)
    if (!good || busy) return
    setBusy(true)
    try {
      const first = await declaredCall(`${base}/planGroup`, request).post<PlanAnswer>()
      // A plan for what is no longer chosen is no plan.
      if (latest.current === choiceText) setPlan({ request, first })
    } catch (error) {
      allocation.refuse(error)
      tellRefusal(app, error)
      void count.mutate()
    } finally {
      setBusy(false)
    }
  }

  if (!permissions.has(`${entity.domain}:${entity.name}:distributionGroup`)) return null
  const inputs = [
    {
      label: '每场次学生人数',
      max: Math.min(most, MOST_SEATS),
      value: typed.groupStuNum,
      problem: told['groupStuNum'],
      onChange: allocation.setGroupStuNum,
    },
    { label: '场次数', max: most, value: typed.groupNum, problem: told['groupNum'], onChange: allocation.setGroupNum },
    {
      label: '小组人数',
      max: numbers.groupStuNum || most,
      value: typed.facilityStuNum,
      problem: told['facilityStuNum'],
      onChange: allocation.setFacilityStuNum,
    },
  ]
  return (
    <Card size="small" title="分配场次" role="region" aria-label="分配场次">
      <Flex vertical gap={12}>
        {missing ? (
          <Typography.Text type="secondary">{missing}</Typography.Text>
        ) : count.error ? (
          <Flex align="center" gap={8}>
            <Typography.Text type="danger">{count.error.message}</Typography.Text>
            <Button size="small" onClick={() => void count.mutate()}>
              重试
            </Button>
          </Flex>
        ) : count.data ? (
          <Flex vertical>
            <Totals {...count.data} />
            {locked !== undefined ? (
              <Alert type="info" showIcon message={locked} style={{ marginTop: 8 }} />
            ) : isDivided ? (
              <Typography.Text type="secondary">学生已全部分入场次</Typography.Text>
            ) : (
              told['stuCount'] && (
                <Typography.Text type="danger" role="alert">
                  {told['stuCount']}
                </Typography.Text>
              )
            )}
          </Flex>
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 1 }} />
        )}
        {!missing && locked === undefined && (
          <Form component={false} layout="vertical" disabled={!count.data?.stuCount}>
            <Flex gap={16} wrap align="flex-start">
              {inputs.map((input) => (
                <NumberItem key={input.label} {...input} onEnter={() => void preview()} />
              ))}
              <Button type="primary" loading={busy} onClick={() => void preview()} style={{ marginTop: 30 }}>
                预览方案
              </Button>
            </Flex>
          </Form>
        )}
        {good && (
          <Flex gap={12} wrap align="center" aria-live="polite">
            <Typography.Text strong>{arithmetic(numbers)}</Typography.Text>
            {fewer && (
              <Button type="link" size="small" onClick={() => allocation.take(fewer)}>
                改为 {sessionsText(fewer.stuCount, fewer.groupNum)}
              </Button>
            )}
          </Flex>
        )}
      </Flex>
      {plan && (
        <PlanDrawer
          {...plan}
          close={() => setPlan(undefined)}
          done={() => {
            setPlan(undefined)
            void count.mutate()
            reload()
          }}
        />
      )}
    </Card>
  )
}
