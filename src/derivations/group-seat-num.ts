/** How a seat is called at the bench: its small group and its number, 2-05; the number alone without a group. */
export function groupSeatNum(smallGroup: unknown, seatnum: unknown): string | null {
  const number = Number(seatnum)
  if (!Number.isInteger(number) || number < 1) return null
  const seat = String(number).padStart(2, '0')
  return Number(smallGroup) > 0 ? `${Number(smallGroup)}-${seat}` : seat
}
