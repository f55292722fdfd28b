import { App } from 'antd'
import { useMemo } from 'react'
import { ApiError, send } from '../../browser/api.ts'
import { tellRefusal } from '../../browser/refusal.ts'
import type { AnyEntity, TreeEdits } from '../../schema/index.ts'
import { questionProps } from '../question.tsx'
import { allNodes, type TreeNode } from '../tree/nodes.ts'

interface Surroundings {
  readonly entity: AnyEntity
  readonly edits: TreeEdits | undefined
  readonly reload: () => void
  /** Called with the keys of nodes that no longer exist. */
  onGone(keys: readonly string[]): void
}

/** A refusal that begins with what was not done. */
const notDone = (words: string | undefined, error: unknown): unknown =>
  words !== undefined && error instanceof ApiError ? new ApiError(`${words}${error.message}`, error) : error

/** What people do to the tree itself: delete nodes and move them, each after a question. */
export function useTreeActs({ entity, edits, reload, onGone }: Surroundings) {
  const app = App.useApp()
  const { message, modal, notification } = app
  return useMemo(() => {
    const { base } = entity.endpoints
    const tell = (error: unknown) => tellRefusal({ message, notification }, error, { kind: 'error' })
    const remove = async (url: string, params: object, keys: readonly string[], done: string | undefined) => {
      try {
        const answer = await send({ method: 'DELETE', url: `${base}/${url}`, params: { ...params } })
        void message.success(done ?? answer.message)
        onGone(keys)
      } catch (error) {
        tell(notDone(edits?.notDeleted, error))
      } finally {
        reload()
      }
    }
    const below = (node: TreeNode) => allNodes([node]).length - 1
    return {
      warn: (sentence: string | undefined) => void (sentence && message.warning(sentence)),
      removeOne: (node: TreeNode) => {
        const about = below(node) > 0 ? `${node.title}，含下级 ${below(node)} 个` : node.title
        modal.confirm({
          ...questionProps({ title: '确认删除', text: '确定删除吗?', about, destroys: true }),
          onOk: () => remove('delete', { id: node.key }, [node.key], entity.messages?.delete),
        })
      },
      removeTicked: (keys: readonly string[]) => {
        if (keys.length === 0) return void message.warning(edits?.needsTicks)
        const text = edits?.deleteTicked.replace('N', String(keys.length))
        modal.confirm({
          ...questionProps({ title: '确认删除', text, destroys: true }),
          onOk: () => remove('deleteBatch', { ids: keys.join(',') }, keys, entity.messages?.deleteBatch),
        })
      },
      move: (node: TreeNode, to: TreeNode | undefined) => {
        const parent = entity.tree?.parent
        if (parent === undefined || node.parentId === (to?.key ?? '')) return
        modal.confirm({
          ...questionProps({ title: '确认移动', text: to ? `把“${node.title}”移到“${to.title}”下？` : `把“${node.title}”移到最上级？` }),
          onOk: async () => {
            try {
              const data = { id: node.key, version: node['version'], [parent]: to?.key ?? '' }
              const answer = await send({ method: 'PUT', url: `${base}/edit`, data })
              void message.success(entity.messages?.edit ?? answer.message)
            } catch (error) {
              tell(error)
            } finally {
              reload()
            }
          },
        })
      },
    }
  }, [entity, edits, reload, onGone, message, modal, notification])
}
