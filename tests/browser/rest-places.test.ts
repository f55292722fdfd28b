import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { telephone } from './telephone.ts'

describe.skipIf(!hasBrowser())('the place where a button was pressed', () => {
  let journey: Journey
  beforeAll(async () => {
    journey = await startJourney()
  })
  accompany(() => journey)

  test('a button that appears where one was pressed ignores presses for a moment; one that appears farther away works at once', async () => {
    const page = await journey.open(telephone)
    await page.goto('/m')
    await page.getByLabel('用户名').waitFor()
    await page.evaluate(() => {
      const put = (name: string, top: number, height: number, press: (button: HTMLButtonElement) => void) => {
        const button = Object.assign(document.createElement('button'), { textContent: name, onclick: () => press(button) })
        Object.assign(button.style, {
          position: 'fixed',
          zIndex: '99',
          left: '20px',
          width: '300px',
          top: `${top}px`,
          height: `${height}px`,
        })
        document.body.append(button)
      }
      put('大', 20, 200, (big) => {
        big.remove()
        for (const [name, top] of [
          ['近', 80],
          ['远', 170],
        ] as const)
          put(name, top, 50, (pressed) => pressed.append('！'))
      })
    })
    await page.mouse.click(170, 110)
    await page.getByRole('button', { name: '近' }).waitFor()
    await page.mouse.click(172, 112)
    await page.mouse.click(170, 200)
    await page.getByRole('button', { name: '远！', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: '近', exact: true }).count()).toBe(1)
  })

  test('a pressed place is watched, also while it rests, without listing all elements there, which would slow down every answer to a press', async () => {
    const page = await journey.open(telephone)
    await page.goto('/m')
    await page.getByLabel('用户名').waitFor()
    const calls = await page.evaluate(async () => {
      const counts = { all: 0, top: 0 }
      const { elementsFromPoint, elementFromPoint } = document
      document.elementsFromPoint = (x, y) => ((counts.all += 1), elementsFromPoint.call(document, x, y))
      document.elementFromPoint = (x, y) => ((counts.top += 1), elementFromPoint.call(document, x, y))
      const button = Object.assign(document.createElement('button'), { textContent: '原样' })
      Object.assign(button.style, { position: 'fixed', left: '20px', top: '700px', width: '300px', height: '60px' })
      document.body.append(button)
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 170, clientY: 730, detail: 1 }))
      while (counts.top + counts.all < 10) await new Promise(requestAnimationFrame)
      button.replaceWith(Object.assign(button.cloneNode(), { textContent: '别的' }))
      while (!document.querySelector('[data-rest]')) await new Promise(requestAnimationFrame)
      const before = counts.top
      while (counts.top + counts.all < before + 10) await new Promise(requestAnimationFrame)
      return counts
    })
    expect(calls.all).toBe(0)
    await page.close()
  })

  test('a button that came while its place rested can be pressed 0.6 s after it came, and not before', async () => {
    const page = await journey.open(telephone)
    await page.clock.install()
    await page.goto('/m')
    await page.getByLabel('用户名').waitFor()
    const put = (name: string) =>
      page.evaluate((text) => {
        const button = document.createElement('button')
        Object.assign(button, { textContent: text, onclick: () => (document.title += text) })
        Object.assign(button.style, { position: 'fixed', left: '20px', top: '700px', width: '300px', height: '60px' })
        document.querySelector('body > button')?.remove()
        document.body.append(button)
      }, name)
    const tap = async () => {
      await page.mouse.click(170, 730)
      return (await page.title()).replace(/^.*?(?=甲|$)/, '')
    }
    await page.clock.pauseAt(Date.now() + 10_000)
    await put('甲')
    expect(await tap()).toBe('甲')
    await put('乙')
    await page.clock.runFor(300)
    await put('丙')
    await page.clock.runFor(350)
    expect(await tap()).toBe('甲')
    await page.clock.runFor(300)
    expect(await tap()).toBe('甲丙')
  })
})
