import { useEffect, useRef, type RefObject } from 'react'

/** For the element around a tree: antd names its keyboard input and its boxes in English; they get the tree's name and their titles. */
export function useTreeNames(name: string): RefObject<HTMLDivElement> {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tree = box.current
    if (!tree) return
    const rename = () => {
      tree.querySelector('input[aria-label="for screen reader"]')?.setAttribute('aria-label', name)
      for (const tick of tree.querySelectorAll('[aria-label^="Select "]'))
        tick.setAttribute('aria-label', tick.closest('.ant-tree-treenode')?.textContent ?? name)
    }
    rename()
    const watcher = new MutationObserver(rename)
    watcher.observe(tree, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [name])
  return box
}
