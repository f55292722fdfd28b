import { App, Button, Card, Flex, Form, Typography } from 'antd'
import { useRef, useState, type ComponentProps } from 'react'
import { declaredCall, tellRefusal, useCurrentUser, type PanelProps } from '../../../../engine/client/index.ts'
import { arithmetic, fewerSessions, MOST_SEATS, sessionsText } from '../shared/numbers.ts'
import { NumberItem, type NumberProps } from './NumberItem.tsx'
import { People } from './People.tsx'
import { PlanDrawer } from './PlanDrawer.tsx'
import { useAllocation, type Allocation } from './use-allocation.ts'
import { planBase } from './use-plan-check.ts'
import type { PlanAnswer } from '../wire.ts'

/** The request, and the plan that the server made from it. */
type Plan = Pick<ComponentProps<typeof PlanDrawer>, 'request' | 'first'>

/** Asks for a plan for the current choice, and keeps it while its drawer is open. */
function usePlanPreview(allocation: Allocation) {
  const app = App.useApp()
  const [plan, setPlan] = useState<Plan>()
  const [busy, setBusy] = useState(false)
  const { choice, missing, count, numbers, good } = allocation
  const request = { ...choice, ...numbers }
  const choiceText = JSON.stringify(choice)
  const latest = useRef(choiceText)
  latest.current = choiceText
  const preview = async () => {
    allocation.tellAll()
    if (missing) return void app.message.warning(missing)
    if (!good || busy) return
    setBusy(true)
    try {
      const first = await declaredCall(`${planBase}/planGroup`, request).post<PlanAnswer>()
      // Drops the plan if the choice has changed meanwhile.
      if (latest.current === choiceText) setPlan({ request, first })
    } catch (error) {
      allocation.refuse(error)
      tellRefusal(app, error)
      void count.mutate()
    } finally {
      setBusy(false)
    }
  }
  return { plan, busy, preview, close: () => setPlan(undefined) }
}

/** The three numbers with their bounds. If there is nobody to divide, a sentence says so; it sets no bound. */
function inputsOf(allocation: Allocation): Omit<NumberProps, 'onEnter'>[] {
  const { numbers, typed, told } = allocation
  const most = numbers.stuCount || MOST_SEATS
  return [
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
}

/** The result of the numbers, and a button for fewer sessions if that is possible. */
function Arithmetic({ numbers, take }: Pick<Allocation, 'numbers' | 'take'>) {
  const fewer = fewerSessions(numbers)
  return (
    <Flex gap={12} wrap align="center" aria-live="polite">
      <Typography.Text strong>{arithmetic(numbers)}</Typography.Text>
      {fewer && (
        <Button type="link" size="small" onClick={() => take(fewer)}>
          改为 {sessionsText(fewer.stuCount, fewer.groupNum)}
        </Button>
      )}
    </Flex>
  )
}

/** Above the sessions of an experiment: the students to divide, the three numbers with their rules, and the button to the plan. */
export function AllocationPanel({ entity, filters, reload }: PanelProps) {
  const { permissions } = useCurrentUser()
  const allocation = useAllocation(filters)
  const { plan, busy, preview, close } = usePlanPreview(allocation)
  const { missing, count, numbers, told, good, locked, take } = allocation
  if (!permissions.has(`${entity.domain}:${entity.name}:distributionGroup`)) return null
  const done = () => {
    close()
    void count.mutate()
    reload()
  }
  return (
    <Card size="small" title="分配场次" role="region" aria-label="分配场次">
      <Flex vertical gap={12}>
        <People missing={missing} count={count} locked={locked} told={told} />
        {!missing && locked === undefined && (
          <Form component={false} layout="vertical" disabled={!count.data?.stuCount}>
            <Flex gap={16} wrap align="flex-start">
              {inputsOf(allocation).map((input) => (
                <NumberItem key={input.label} {...input} onEnter={() => void preview()} />
              ))}
              <Button type="primary" loading={busy} onClick={() => void preview()} style={{ marginTop: 30 }}>
                预览方案
              </Button>
            </Flex>
          </Form>
        )}
        {good && <Arithmetic numbers={numbers} take={take} />}
      </Flex>
      {plan && <PlanDrawer {...plan} close={close} done={done} />}
    </Card>
  )
}
