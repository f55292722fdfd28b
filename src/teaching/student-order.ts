interface Placed {
  readonly id: string
  readonly className: string
  readonly studyNumber: string
}

/** 2班 before 10班, 9 before 10. */
const order = new Intl.Collator('zh-CN', { numeric: true })

/** The order in which students are divided and sit down: by class, then by student number. */
export const byClassAndNumber = (one: Placed, other: Placed): number =>
  order.compare(one.className, other.className) ||
  order.compare(one.studyNumber, other.studyNumber) ||
  (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
