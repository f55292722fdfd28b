import { Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { MinutePicker, type AddressOption } from './SessionTimes.tsx'
import type { Rhythm } from '../shared/slots.ts'
import type { PlanChange } from './use-plan.ts'

const rhythms: { value: Rhythm; label: string }[] = [
  { value: 'weekly', label: '每周一场' },
  { value: 'daily', label: '每天一场' },
  { value: 'next', label: '一场接一场' },
]

interface Props {
  readonly addresses: readonly AddressOption[]
  change(change: PlanChange): void
}

/** Gives all sessions their times, and optionally their room, in one go. */
export function TimeFill({ addresses, change }: Props) {
  const [first, setFirst] = useState<string>()
  const [minutes, setMinutes] = useState<number | null>(120)
  const [rhythm, setRhythm] = useState<Rhythm>('weekly')
  const [experiAdressId, setAddress] = useState<string>()
  return (
    <div className="plan-fill" role="group" aria-label="批量填写时间">
      <div style={{ width: 190 }}>
        <MinutePicker label="首场开始时间" value={first} onChange={setFirst} />
      </div>
      <InputNumber
        aria-label="每场分钟数"
        min={5}
        max={1440}
        precision={0}
        addonAfter="分钟"
        value={minutes}
        onChange={setMinutes}
        style={{ width: 130 }}
      />
      <Select aria-label="间隔" options={rhythms} value={rhythm} onChange={setRhythm} style={{ width: 120 }} />
      <Select
        aria-label="统一实验地址"
        placeholder="实验地址（可不选）"
        allowClear
        showSearch
        optionFilterProp="label"
        options={[...addresses]}
        value={experiAdressId}
        onChange={setAddress}
        style={{ width: 180 }}
      />
      <Button
        disabled={!first || !minutes}
        onClick={() =>
          first && minutes && change({ to: 'fill', slots: { first, minutes, rhythm }, ...(experiAdressId ? { experiAdressId } : {}) })
        }
      >
        填充时间
      </Button>
      <Button type="text" onClick={() => change({ to: 'clearTimes' })}>
        清除时间
      </Button>
    </div>
  )
}
