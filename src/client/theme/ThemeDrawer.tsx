import { Drawer } from 'antd'
import { ThemeChoices } from './ThemeChoices.tsx'

/** The theme in a drawer, from every page. */
export function ThemeDrawer({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  return (
    <Drawer title="主题设置" open={open} onClose={onClose} width="min(320px, 100vw)" destroyOnHidden>
      <ThemeChoices />
    </Drawer>
  )
}
