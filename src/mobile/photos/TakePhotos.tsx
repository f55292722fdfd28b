/** @jsxImportSource preact */
import type { TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import { callErrorSentence } from '../call.ts'
import { shrink } from './shrink.ts'

interface Props {
  /** How many more there may be. */
  readonly room: number
  onPhoto(bytes: ArrayBuffer): Promise<void>
}

interface PickerProps {
  readonly label: string
  readonly hasCamera?: boolean
  readonly disabled: boolean
  onFiles(event: TargetedEvent<HTMLInputElement>): void
}

function Picker({ label, hasCamera = false, disabled, onFiles }: PickerProps) {
  return (
    <label className={disabled ? 'button disabled' : 'button'}>
      <input
        type="file"
        accept="image/*"
        {...(hasCamera ? { capture: 'environment' } : { multiple: true })}
        disabled={disabled}
        onChange={onFiles}
      />
      {label}
    </label>
  )
}

/** Camera and album. Photos are made smaller one after the other: ten at once are more than an old telephone can hold. */
export function TakePhotos({ room, onPhoto }: Props) {
  const [waiting, setWaiting] = useState(0)
  const [problems, setProblems] = useState<readonly string[]>([])
  async function take(files: readonly File[]) {
    const found = new Set(files.length > room ? [`最多还能添加 ${room} 张，多出的照片没有加入`] : [])
    setProblems([...found])
    const taken = files.slice(0, room)
    for (const [done, file] of taken.entries()) {
      setWaiting(taken.length - done)
      try {
        await onPhoto(await shrink(file))
      } catch (error) {
        found.add(error instanceof DOMException ? '手机存储空间不足，照片没有保存' : callErrorSentence(error))
      }
      setProblems([...found])
    }
    setWaiting(0)
  }
  function handleFiles({ currentTarget: target }: TargetedEvent<HTMLInputElement>) {
    void take([...(target.files ?? [])])
    target.value = ''
  }
  const disabled = room <= 0 || waiting > 0
  return (
    <>
      <div className="pair">
        <Picker label="拍照" hasCamera disabled={disabled} onFiles={handleFiles} />
        <Picker label="从相册选择" disabled={disabled} onFiles={handleFiles} />
      </div>
      {waiting > 0 && (
        <p className="dim" role="status">
          正在处理照片，还有 {waiting} 张…
        </p>
      )}
      {room <= 0 && <p className="dim">照片已满，去掉一张才能再添加</p>}
      {problems.map((problem) => (
        <p key={problem} className="notice bad" role="alert">
          {problem}
        </p>
      ))}
    </>
  )
}
