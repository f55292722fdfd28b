/**
 * Do something in the next frame; answers what withdraws it. An effect that measures makes the browser lay out a page that is still being
 * drawn, once more for each of them.
 */
export function inFrame(act: () => void): () => void {
  const frame = requestAnimationFrame(act)
  return () => cancelAnimationFrame(frame)
}
