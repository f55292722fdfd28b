import minBy from 'lodash-es/minBy.js'
import type { SeatRow } from '../wire.ts'

/** The part of a seat that belongs to the student and moves with them; device and kit stay. */
function sitterOf({ stuId, studyNumber, realname, className, absent }: SeatRow) {
  return { stuId, studyNumber, realname, className, absent }
}

/** The seats after a student has moved; a student who was already there swaps places with them. */
export function afterMove(seats: readonly SeatRow[], from: string, to: string): SeatRow[] {
  const source = seats.find(({ id }) => id === from)
  const target = seats.find(({ id }) => id === to)
  if (!source || !target) return [...seats]
  return seats.map((seat) => {
    if (seat.id === from) return { ...seat, ...sitterOf(target) }
    return seat.id === to ? { ...seat, ...sitterOf(source) } : seat
  })
}

export interface SmallGroup {
  readonly number: number
  readonly device: string
  readonly seats: readonly SeatRow[]
}

/** Seats by small group, each with its device. */
export function smallGroups(seats: readonly SeatRow[]): SmallGroup[] {
  return [...Map.groupBy(seats, ({ smallGroup }) => smallGroup ?? 0)]
    .sort(([one], [other]) => one - other)
    .map(([number, members]) => {
      const seatWithDevice = members.find(({ facilityId }) => facilityId)
      return {
        number,
        device: seatWithDevice ? `${seatWithDevice.facilityName ?? ''} ${seatWithDevice.facilityNum ?? ''}` : '',
        seats: members,
      }
    })
}

interface Box {
  readonly id: string
  readonly x: number
  readonly y: number
}

/** The seat that an arrow key leads to: left and right in order, up and down the nearest one of the next line. */
export function neighbour(boxes: readonly Box[], from: string, key: string): string | undefined {
  const index = boxes.findIndex(({ id }) => id === from)
  const here = boxes[index]
  if (!here) return undefined
  if (key === 'ArrowRight') return boxes[index + 1]?.id
  if (key === 'ArrowLeft') return boxes[index - 1]?.id
  const down = key === 'ArrowDown'
  const beyond = boxes.filter(({ y }) => (down ? y > here.y + 1 : y < here.y - 1))
  const distance = (box: Box) => Math.abs(box.y - here.y) * 10_000 + Math.abs(box.x - here.x)
  return minBy(beyond, distance)?.id
}
