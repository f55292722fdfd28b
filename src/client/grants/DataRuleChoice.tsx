import { App, Button, Checkbox, Drawer, Empty, Flex, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { Faint, LoadFailed, tellRefusal, useLeave, useUnsaved } from '../../../engine/client/index.ts'
import { permissionRule } from '../../../schemas/identity/permission-rule.ts'

const states = permissionRule.fields.status.options

interface OfferedRule {
  readonly id: string
  readonly ruleName: string
  readonly status: keyof typeof states
}

const isInForce = ({ status }: OfferedRule): boolean => String(status) !== '0'

/** The rules of a menu, and which of them are ticked. */
export interface OfferedRules {
  readonly datarule: readonly OfferedRule[]
  readonly drChecked: string
}

/** Where the rules of a node come from, and how the ticks are saved. */
export interface RuleCalls {
  offered(nodeId: string): Promise<OfferedRules>
  /** Answers the server's sentence. */
  save(nodeId: string, dataRuleIds: string): Promise<string>
}

interface Props {
  readonly node: { readonly key: string; readonly slotTitle: string }
  readonly calls: RuleCalls
  readonly editable: boolean
  close(): void
}

/** The ticks as they are changed, and saving them. */
function useChoice({ node, calls, close }: Props) {
  const app = App.useApp()
  const { data, error, mutate } = useSWR<OfferedRules, Error>(['dataRules', node.key, calls], () => calls.offered(node.key), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
  const [changed, setChanged] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const stored = data?.drChecked.split(',').filter(Boolean) ?? []
  const ticked = changed ?? stored
  const isDirty = changed !== undefined && changed.toSorted().join() !== stored.toSorted().join()
  useUnsaved({ isDirty: () => isDirty, what: () => `数据规则：${node.slotTitle}`, close })
  const save = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      const sentence = await calls.save(node.key, ticked.join())
      await mutate()
      setChanged(undefined)
      // One notice at a time is shown, and that nothing limits the rows now is the one to read.
      if (!data?.datarule.some((rule) => isInForce(rule) && ticked.includes(rule.id)))
        void app.message.warning('请注意，现未勾选任何数据权限!')
      else void app.message.success(sentence)
      close()
    } catch (refusal) {
      tellRefusal(app, refusal)
    } finally {
      setBusy(false)
    }
  }
  return { rules: data?.datarule, error, ticked, change: setChanged, busy, save, retry: () => void mutate() }
}

/** What a rule is called; one that is not in force limits nobody, ticked or not. */
function RuleLabel({ rule }: { readonly rule: OfferedRule }) {
  if (isInForce(rule)) return rule.ruleName
  return (
    <Faint>
      {rule.ruleName} <Tag>{states[0]}</Tag>勾选后也不限制数据，改为有效后才限制
    </Faint>
  )
}

function Choice(props: Props) {
  const { rules, error, ticked, change, busy, save, retry } = useChoice(props)
  if (error) return <LoadFailed error={error} retry={retry} />
  if (!rules) return <Skeleton active />
  if (rules.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="该菜单还没有数据规则，请先在菜单管理中添加" />
  return (
    <Flex vertical gap={16}>
      <Checkbox.Group value={[...ticked]} disabled={!props.editable || busy} onChange={(values) => change(values.map(String))}>
        <Flex vertical gap={8}>
          {rules.map((rule) => (
            <Checkbox key={rule.id} value={rule.id}>
              <RuleLabel rule={rule} />
            </Checkbox>
          ))}
        </Flex>
      </Checkbox.Group>
      {props.editable && (
        <Flex justify="end">
          <Button type="primary" loading={busy} onClick={() => void save()}>
            保存
          </Button>
        </Flex>
      )}
    </Flex>
  )
}

/** The small drawer in which the data rules of one node are ticked. */
export function DataRuleChoice(props: Props) {
  const leave = useLeave()
  const title = `数据规则：${props.node.slotTitle}`
  return (
    <Drawer open title={title} width="min(365px, 100vw)" onClose={() => leave(props.close)} destroyOnHidden>
      <Choice {...props} />
    </Drawer>
  )
}
