import { DownloadOutlined } from '@ant-design/icons'
import { Alert, App, Button, Drawer, Flex } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import useSWR from 'swr'
import {
  askToGiveUp,
  declaredCall,
  questionProps,
  saveFile,
  errorSentence,
  singleClick,
  useUnsaved,
} from '../../../../engine/client/index.ts'
import type { Clash } from '../shared/clashes.ts'
import { LeftOver } from './LeftOver.tsx'
import { MoveBar } from './MoveBar.tsx'
import { TRAY, type Plan } from '../shared/plan.ts'
import { planFile } from './plan-file.ts'
import { PlanSummary } from './PlanSummary.tsx'
import { SessionCard } from './SessionCard.tsx'
import type { AddressOption } from './SessionTimes.tsx'
import { timeProblem } from '../shared/slots.ts'
import { TimeFill } from './TimeFill.tsx'
import { useGrowing } from './use-growing.ts'
import { useMembers } from './use-members.ts'
import { usePlan } from './use-plan.ts'
import { planBase, toSent, usePlanCheck, type PlanCheckRequest } from './use-plan-check.ts'
import type { Distributed, PlanAnswer } from '../wire.ts'
import './session-allocation.css'

interface Props {
  /** Choice and numbers from which the plan was made. */
  readonly request: PlanCheckRequest
  readonly first: PlanAnswer
  close(): void
  done(): void
}

/** If a plan has more students than this, members are drawn only when their session is opened. */
const MOST_SHOWN = 300

const none: ReadonlySet<string> = new Set()
const noAddresses: readonly AddressOption[] = []
const noClashes: readonly Clash[] = []

function useAddresses(courseId: string): readonly AddressOption[] {
  const url = '/inspect/bhExperiAdress/queryExperiAdressAllByCourseId'
  const { data } = useSWR([url, courseId], () => declaredCall(url, { courseId }).get())
  return useMemo(() => data?.map(({ id, experiAdress }) => ({ value: id, label: experiAdress })) ?? noAddresses, [data])
}

/** Clashes by the index of each session they concern. */
function clashesBySession(clashes: readonly Clash[]): ReadonlyMap<number, readonly Clash[]> {
  const byPlace = new Map<number, Clash[]>()
  for (const clash of clashes) {
    for (const index of clash.withPlanned === undefined ? [clash.index] : [clash.index, clash.withPlanned]) {
      byPlace.set(index, [...(byPlace.get(index) ?? []), clash])
    }
  }
  return byPlace
}

interface Commit {
  readonly request: Props['request']
  readonly plan: Plan
  done(): void
}

/** Writes the current plan; asks first if it leaves students over. */
function usePlanCommit({ request, plan, done }: Commit) {
  const { message, modal } = App.useApp()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const commit = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      const answer = await declaredCall(`${planBase}/commitGroup`, { ...request, sessions: toSent(plan) }).send<Distributed>()
      void message.success(answer.message)
      done()
    } catch (error) {
      setRefusal(errorSentence(error))
      setBusy(false)
    }
  }
  const ask = () => {
    const { length } = plan.leftOver
    if (length === 0) return void commit()
    modal.confirm({ ...questionProps({ title: `还有 ${length} 名学生未安排，确定分配吗?` }), onOk: () => void commit() })
  }
  return { busy, refusal, ask }
}

interface FooterProps {
  readonly changed: boolean
  readonly busy: boolean
  /** Something prevents the plan, or the check is not finished. */
  readonly blocked: boolean
  readonly change: ReturnType<typeof usePlan>['change']
  keep(): void
  leave(): void
  ask(): void
}

function PlanFooter({ changed, busy, blocked, change, keep, leave, ask }: FooterProps) {
  return (
    <Flex wrap gap={8} justify="flex-end">
      <Button icon={<DownloadOutlined />} onClick={singleClick(keep)}>
        下载方案
      </Button>
      <Button disabled={!changed || busy} onClick={() => change({ to: 'undo' })}>
        撤销
      </Button>
      <Button disabled={!changed || busy} onClick={() => change({ to: 'reset' })}>
        恢复自动方案
      </Button>
      <Button disabled={busy} onClick={leave}>
        取消
      </Button>
      <Button type="primary" loading={busy} disabled={blocked} onClick={ask}>
        确认分配
      </Button>
    </Flex>
  )
}

/** The whole plan before anything is written: look at it, adjust it, then commit it in one go. */
export function PlanDrawer({ request, first, close, done }: Props) {
  const { modal } = App.useApp()
  const { plan, changed, change } = usePlan(first)
  const { selected, acts, dropInto, moveSelected, swapSelected, clear } = useMembers(plan, change)
  const check = usePlanCheck({ request, first, plan })
  const addresses = useAddresses(request.courseId)
  const drawn = useGrowing(plan.sessions.length)
  const { busy, refusal, ask } = usePlanCommit({ request, plan, done })
  const people = useMemo(() => new Map(first.students.map((student) => [student.id, student])), [first])
  const nameOf = useCallback((id: string) => people.get(id)?.realname ?? '', [people])
  const byPlace = useMemo(() => clashesBySession(check.clashes), [check.clashes])
  const blocked = check.clashes.length > 0 || check.devices.missing > 0 || plan.sessions.some((session) => timeProblem(session))

  const what = '场次方案：对自动方案的调整'
  useUnsaved({ isDirty: () => changed, what: () => what, close })
  const leave = () => {
    if (busy) return
    if (!changed) return close()
    askToGiveUp(modal, { what, onOk: close })
  }

  const keep = () => {
    const addressOf = (id: string | undefined) => addresses.find(({ value }) => value === id)?.label ?? ''
    saveFile(new Blob([planFile(plan, { people, addressOf })], { type: 'text/csv;charset=utf-8' }), '场次方案.csv')
  }

  return (
    <Drawer
      open
      title="场次方案"
      width="min(1000px, 100vw)"
      onClose={leave}
      maskClosable={false}
      footer={<PlanFooter changed={changed} busy={busy} blocked={blocked || check.checking} {...{ change, keep, leave, ask }} />}
    >
      <Flex vertical gap={16}>
        {(refusal ?? check.problem) && <Alert type="error" showIcon message={refusal ?? check.problem} />}
        <PlanSummary first={first} plan={plan} clashes={check.clashes} devices={check.devices} checking={check.checking} nameOf={nameOf} />
        <TimeFill addresses={addresses} change={change} />
        <div className="plan-sessions">
          {plan.sessions.slice(0, drawn).map((session, index) => (
            <SessionCard
              key={session.groupName}
              session={session}
              index={index}
              opened={first.students.length <= MOST_SHOWN}
              people={people}
              addresses={addresses}
              selected={session.students.some((id) => selected.has(id)) ? selected : none}
              clashes={byPlace.get(index) ?? noClashes}
              acts={acts}
              change={change}
              dropInto={dropInto}
            />
          ))}
          <LeftOver students={plan.leftOver} people={people} selected={selected} acts={acts} dropOut={() => dropInto(TRAY)} />
        </div>
        {selected.size > 0 && <MoveBar plan={plan} selected={selected} move={moveSelected} swap={swapSelected} clear={clear} />}
      </Flex>
    </Drawer>
  )
}
