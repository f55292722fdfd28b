import { AppstoreOutlined, PictureOutlined, QuestionCircleOutlined, SoundOutlined, StepForwardOutlined } from '@ant-design/icons'
import { Button, Tooltip, type ButtonProps } from 'antd'
import type { AnyEntity } from '../../../../../engine/schema/index.ts'
import { ConnectionBadge } from '../feed/ConnectionBadge.tsx'
import type { FeedStatus } from '../feed/use-feed.ts'
import type { Alarm } from '../help/use-alarm.ts'
import { ProgressStrip } from '../progress/ProgressStrip.tsx'
import type { ListNarrowing } from '../../shared/matches.ts'
import type { Progress } from '../../wire.ts'
import { useBench } from '../state/bench-context.ts'
import type { Tab } from '../state/at-hand.ts'
import { BenchTabs } from './BenchTabs.tsx'
import { GradeSheetButtons } from './GradeSheetButtons.tsx'
import { OrderSwitch } from './OrderSwitch.tsx'

interface Props {
  readonly entity: AnyEntity
  readonly tab: Tab
  readonly filters: ListNarrowing
  readonly status: FeedStatus
  readonly progress: Progress | undefined
  readonly alarm: Alarm
  readonly photosShown: boolean
  readonly seatsShown: boolean
  readonly narrow: boolean
  /** Whether the list of all results is open, instead of a tab for marking. */
  readonly rosterShown: boolean
  /** How many results there are, if known. */
  readonly rosterTotal: number | undefined
  onTab(tab: Tab | 'all'): void
  onNext(): void
  onPhotos(): void
  onSeats(): void
  onImport(): void
  onShortcuts(): void
}

interface ToolProps extends ButtonProps {
  /** What the button does, and its key. */
  readonly hint: string
  /** Whether the panel that it opens is open now. */
  readonly opened?: boolean
}

/** An icon button. */
function Tool({ hint, opened, ...rest }: ToolProps) {
  return (
    <Tooltip title={hint}>
      <Button aria-pressed={opened} type={opened ? 'default' : 'text'} {...rest} />
    </Tooltip>
  )
}

/** The tabs with their counts, and the tools of the whole workbench. */
export function BenchHead(props: Props) {
  const { entity, tab, filters, status, progress, alarm, photosShown, seatsShown, narrow, rosterShown, rosterTotal } = props
  const { onTab, onNext, onPhotos, onSeats, onImport, onShortcuts } = props
  const bench = useBench()
  return (
    <div className="live-bar">
      <BenchTabs tab={rosterShown ? 'all' : tab} rosterTotal={rosterTotal} onTab={onTab} />
      <div className="live-tools">
        {tab === 'submitted' && !rosterShown && <OrderSwitch />}
        <ProgressStrip progress={progress} filters={filters} />
        <ConnectionBadge {...status} />
        <Tooltip title="下一个未评 (N)">
          <Button type="primary" disabled={!bench.canEdit} icon={<StepForwardOutlined />} onClick={onNext}>
            {narrow ? '下一个' : '下一个未评'}
          </Button>
        </Tooltip>
        {!narrow && <Tool hint="照片 (V)" aria-label="照片" opened={photosShown} icon={<PictureOutlined />} onClick={onPhotos} />}
        <Tool hint="座位图 (M)" aria-label="座位图" opened={seatsShown} icon={<AppstoreOutlined />} onClick={onSeats} />
        <Tool
          hint={alarm.muted ? '提示音已关 (Q)' : '提示音已开 (Q)'}
          aria-label="提示音"
          aria-pressed={!alarm.muted}
          className={alarm.muted ? 'live-muted' : undefined}
          icon={<SoundOutlined />}
          onClick={alarm.toggle}
        />
        {!narrow && <GradeSheetButtons entity={entity} filters={filters} onImport={onImport} />}
        {!narrow && <Tool hint="快捷键 (?)" aria-label="快捷键" icon={<QuestionCircleOutlined />} onClick={onShortcuts} />}
      </div>
    </div>
  )
}
