export interface Size {
  readonly width: number
  readonly height: number
}
export interface Point {
  readonly x: number
  readonly y: number
}

/** How a picture lies in its window: its centre relative to the window's centre, in screen pixels. */
export interface Look {
  readonly scale: number
  readonly x: number
  readonly y: number
  /** Quarter turns clockwise. */
  readonly turns: number
}

export const whole: Look = { scale: 1, x: 0, y: 0, turns: 0 }
const most = 16

const turned = ({ width, height }: Size, turns: number): Size => (turns % 2 === 0 ? { width, height } : { width: height, height: width })

/** The scale at which the whole picture fits; a small one is not enlarged. */
export function fitScale(picture: Size, box: Size, turns = 0): number {
  const { width, height } = turned(picture, turns)
  if (width === 0 || height === 0 || box.width === 0 || box.height === 0) return 1
  return Math.min(1, box.width / width, box.height / height)
}

export const fit = (picture: Size, box: Size, turns = 0): Look => ({ scale: fitScale(picture, box, turns), x: 0, y: 0, turns })

/** A picture larger than its window cannot be pushed out of it; a smaller one stays in the middle. */
export function keepInside(look: Look, picture: Size, box: Size): Look {
  const { width, height } = turned(picture, look.turns)
  const room = (length: number, window: number) => Math.max(0, (length * look.scale - window) / 2)
  const between = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) || 0
  return { ...look, x: between(look.x, room(width, box.width)), y: between(look.y, room(height, box.height)) }
}

/** Zooms in or out; the point under the cursor (from the window's centre) stays where it is. */
export function zoomAt(look: Look, factor: number, point: Point, frame: { picture: Size; box: Size }): Look {
  const least = Math.min(0.1, fitScale(frame.picture, frame.box, look.turns))
  const scale = Math.min(most, Math.max(least, look.scale * factor))
  const grown = scale / look.scale
  return keepInside(
    { ...look, scale, x: point.x - (point.x - look.x) * grown, y: point.y - (point.y - look.y) * grown },
    frame.picture,
    frame.box,
  )
}

/** Switches between the whole picture and its full size. */
export function toggleFit(look: Look, picture: Size, box: Size): Look {
  const whole = fit(picture, box, look.turns)
  const isWhole = Math.abs(look.scale - whole.scale) < 0.001
  return isWhole && whole.scale < 1 ? { ...whole, scale: 1 } : isWhole ? { ...whole, scale: 2 } : whole
}

export const rotate = (look: Look, picture: Size, box: Size): Look => fit(picture, box, (look.turns + 1) % 4)
