import { Button } from 'antd'
import { useBench, useEdit, useView } from '../state/bench-context.ts'
import type { Tab } from '../state/at-hand.ts'
import { MarkInput } from './EditInputs.tsx'
import { useMarkingActions } from './marking-context.ts'
import './marking.css'

/** Marks a row that has no line of its own on the screen: on a telephone, or when it has left the tab or the filters. */
export function MarkSheet({ shown }: { readonly shown: Tab | undefined }) {
  const bench = useBench()
  const edit = useEdit()
  useView(bench.submitted)
  useView(bench.history)
  const { marking, openRemarks, showPhotos } = useMarkingActions()
  if (!edit || (shown === edit.tab && bench[edit.tab].shown(edit.row.id))) return null
  const { row } = edit
  return (
    <section className="live-sheet" aria-label={`评分 ${row.realname ?? ''}`}>
      <div className="live-card-head">
        <strong>{row.groupSeatNum}</strong>
        <span className="live-text">
          {row.realname} · {row.inspectionId_dictText}
        </span>
        <Button size="small" onClick={() => showPhotos(row.id)}>
          照片
        </Button>
      </div>
      <div className="live-sheet-fields">
        <MarkInput field="score" edit={edit} />
        <MarkInput field="comment" edit={edit} />
        <Button onClick={openRemarks}>评语库</Button>
        <MarkInput field="bz" edit={edit} />
      </div>
      <div className="live-card-foot">
        <Button onClick={() => void marking.cancel()}>取消</Button>
        <span className="live-gap" />
        <Button onClick={() => void marking.save(true)}>保存并下一个</Button>
        <Button type="primary" loading={edit.saving} onClick={() => void marking.save()}>
          保存
        </Button>
      </div>
    </section>
  )
}
