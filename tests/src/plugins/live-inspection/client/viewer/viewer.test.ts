import { describe, expect, test } from 'vitest'
import { fit, keepInside, rotate, toggleFit, whole, zoomAt } from '../../../../../../src/plugins/live-inspection/client/viewer/geometry.ts'

const box = { width: 800, height: 600 }
const picture = { width: 3200, height: 1600 }

describe('a photo in its window', () => {
  test('is shown whole, and a small one is not enlarged', () => {
    expect(fit(picture, box).scale).toBe(0.25)
    expect(fit({ width: 100, height: 50 }, box).scale).toBe(1)
  })

  test('keeps the point under the cursor in place while zooming', () => {
    const before = { ...fit(picture, box), scale: 0.5 }
    const point = { x: 120, y: -40 }
    const after = zoomAt(before, 1.5, point, { picture, box })
    const under = (look: typeof before) => [(point.x - look.x) / look.scale, (point.y - look.y) / look.scale]
    expect(under(after)[0]).toBeCloseTo(under(before)[0] ?? Number.NaN)
    expect(under(after)[1]).toBeCloseTo(under(before)[1] ?? Number.NaN)
  })

  test('has limits for zooming in and out', () => {
    expect(zoomAt(whole, 1e-9, { x: 0, y: 0 }, { picture, box }).scale).toBe(0.1)
    expect(zoomAt(whole, 1e9, { x: 0, y: 0 }, { picture, box }).scale).toBe(16)
  })

  test('cannot be dragged out of its window', () => {
    expect(keepInside({ ...fit(picture, box), x: 500, y: 500 }, picture, box)).toMatchObject({ x: 0, y: 0 })
    expect(keepInside({ scale: 0.5, x: 9999, y: -9999, turns: 0 }, picture, box)).toMatchObject({ x: 400, y: -100 })
  })

  test('turns by quarters and still fits', () => {
    const look = rotate(fit(picture, box), picture, box)
    expect(look).toMatchObject({ turns: 1, scale: 0.1875 })
    expect(rotate(rotate(rotate(look, picture, box), picture, box), picture, box)).toEqual(fit(picture, box))
  })

  test('switches between whole and full size', () => {
    const close = toggleFit(fit(picture, box), picture, box)
    expect(close.scale).toBe(1)
    expect(toggleFit(close, picture, box)).toEqual(fit(picture, box))
  })
})
