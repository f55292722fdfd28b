import { Refusal } from '../call.ts'

/** Sharp enough to read an oscilloscope's screen, small enough for a crowded laboratory's network. */
const LONGEST = 1600
const QUALITY = 0.85

/** Width and height within the longest side, never enlarged. */
export function fitWithin(width: number, height: number, longest = LONGEST): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

interface Drawable {
  readonly source: CanvasImageSource
  readonly width: number
  readonly height: number
  close(): void
}

/** Browsers without createImageBitmap for this kind of picture (HEIC in Safari) may still show it in an <img>, upright too. */
async function openAsElement(file: Blob): Promise<Drawable> {
  const source = new Image()
  const address = URL.createObjectURL(file)
  source.src = address
  try {
    await source.decode()
  } catch (error) {
    URL.revokeObjectURL(address)
    throw error
  }
  return { source, width: source.naturalWidth, height: source.naturalHeight, close: () => URL.revokeObjectURL(address) }
}

async function open(file: Blob): Promise<Drawable> {
  try {
    const source = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { source, width: source.width, height: source.height, close: () => source.close() }
  } catch {
    return openAsElement(file)
  }
}

/**
 * A photo as it is sent: a JPEG of at most 1600 pixels a side, upright as the camera meant it, without the place and the
 * device that cameras write into their files.
 */
export async function shrink(file: Blob): Promise<ArrayBuffer> {
  if (file.type && !file.type.startsWith('image/')) throw new Refusal('请上传图片', 422)
  const picture = await open(file).catch(() => {
    throw new Refusal('这张照片无法读取，请重新拍照或换一张', 422)
  })
  try {
    const size = fitWithin(picture.width, picture.height)
    const canvas = Object.assign(document.createElement('canvas'), size)
    const pen = canvas.getContext('2d')
    if (!pen) throw new Refusal('手机内存不足，请关闭其他页面后重试', 422)
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, size.width, size.height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture.source, 0, 0, size.width, size.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
    if (!blob) throw new Refusal('手机内存不足，请关闭其他页面后重试', 422)
    return await blob.arrayBuffer()
  } finally {
    picture.close()
  }
}
