import { Button, Empty, Flex, Skeleton } from 'antd'
import { useState } from 'react'
import { LoadFailed, useLeave } from '../../../engine/client/index.ts'
import { DataRuleChoice, type RuleCalls } from './DataRuleChoice.tsx'
import { GrantTree } from './GrantTree.tsx'
import { useGrants, type GrantCalls } from './use-grants.ts'
import './grants.css'
import type { GrantNode } from './ticks.ts'

interface Props {
  readonly title: string
  readonly calls: GrantCalls
  /** The sentence when there is nothing to tick. */
  readonly empty?: string
  /** Whether the user may save; otherwise the tree is only shown. */
  readonly editable: boolean
  /** The panel stands in a window of its own, which is closed after saving. */
  readonly inWindow: boolean
  /** Where the rules of its nodes are ticked. */
  readonly rules?: RuleCalls
  close(): void
}

/** Chooses what a role, a department or a department role grants. */
export function GrantPanel({ title, calls, empty = '没有可以授予的权限', editable, inWindow, rules, close }: Props) {
  const leave = useLeave()
  const [ruled, openRules] = useState<GrantNode>()
  const { nodes, choosable, error, retry, ticked, change, isDirty, busy, save } = useGrants(calls, { title, close })
  if (error) return <LoadFailed error={error} retry={retry} />
  if (!nodes || !choosable) return <Skeleton active paragraph={{ rows: 10 }} />
  if (nodes.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
  const saveAndClose = async () => {
    if (await save()) close()
  }
  return (
    <Flex vertical gap={12} className={inWindow ? 'grant-window' : undefined}>
      <GrantTree
        nodes={nodes}
        choosable={choosable}
        ticked={ticked}
        change={change}
        disabled={!editable || busy}
        openRules={rules && openRules}
      />
      {rules && ruled && <DataRuleChoice node={ruled} calls={rules} editable={editable} close={() => openRules(undefined)} />}
      {editable && (
        <Flex className="grant-buttons" justify="end" gap={8} wrap>
          {inWindow && <Button onClick={() => leave(close)}>取消</Button>}
          {inWindow && (
            <Button loading={busy} onClick={() => void save()}>
              仅保存
            </Button>
          )}
          <Button type="primary" loading={busy} disabled={!inWindow && !isDirty} onClick={() => void (inWindow ? saveAndClose() : save())}>
            {inWindow ? '保存并关闭' : '保存'}
          </Button>
        </Flex>
      )}
    </Flex>
  )
}
