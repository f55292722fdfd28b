import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { demoPassword } from './journey.ts'

/** The screen for which the students' page is made. */
export const telephone = { width: 390, height: 844 }

/** A photo like a camera's, with this orientation stored in it. */
export async function aPhoto(page: Page, { width, height, orientation = 1 }: { width: number; height: number; orientation?: number }) {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      const pen = canvas.getContext('2d')
      if (!pen || !w || !h) throw new Error('no canvas')
      pen.fillStyle = '#2b7a3d'
      pen.fillRect(0, 0, w, h)
      pen.fillStyle = '#c4302b'
      pen.fillRect(0, 0, w / 2, h / 2)
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
    },
    [width, height],
  )
  const jpeg = Buffer.from(base64, 'base64')
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010000000000000000', 'hex')
  exif.writeUInt16BE(orientation, 28)
  return { name: `IMG_${width}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]) }
}

/** Sign in on the students' page. */
export async function signInOnTelephone(page: Page, username: string): Promise<void> {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码').fill(demoPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>
const FRAME = 50
const MOST_FRAMES = 100

/** Where it stands once it no longer moves: what is above it may still be on its way. */
async function placeOf(target: Locator): Promise<Box> {
  let last = ''
  for (let frame = 0; frame < MOST_FRAMES; frame++) {
    const box = await target.boundingBox()
    const place = JSON.stringify(box)
    if (box && place === last) return box
    last = place
    await pause(FRAME)
  }
  throw new Error('there is nothing to press, or it never stands still')
}

/** Who presses later than this, in milliseconds, means what stands there by then. */
const HASTY = 550

/**
 * Press, and press again in the same place: once before and once after the page has responded. On a machine that is so busy that a press
 * would come too late to be a hasty one, it is not made.
 */
export async function tapAgain(target: Locator, { part = 0.25, after = [120, 300] }: { part?: number; after?: readonly number[] } = {}) {
  const box = await placeOf(target)
  const [x, y] = [box.x + box.width * part, box.y + box.height / 2]
  const { mouse } = target.page()
  const began = performance.now()
  await mouse.click(x, y)
  for (const wait of after) {
    await pause(wait)
    if (performance.now() - began < HASTY) await mouse.click(x, y)
  }
}

/** Width, height and the colour of the upper left corner, as the browser draws them. */
export const lookAt = (photo: Locator) =>
  photo.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight })
    const pen = canvas.getContext('2d')
    pen?.drawImage(image, 0, 0)
    const [red = 0, green = 0] = pen?.getImageData(10, 10, 1, 1).data ?? []
    return { width: image.naturalWidth, height: image.naturalHeight, corner: red > green ? 'red' : 'green' }
  })
