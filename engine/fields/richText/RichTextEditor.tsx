import {
  BoldOutlined,
  ItalicOutlined,
  LineOutlined,
  MessageOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Button } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import type { InputProps } from '../client-contract.ts'
import type { FieldDef } from '../contract.ts'
import './rich-text.css'

interface Tool {
  readonly label: string
  readonly icon: ReactNode
  /** The mark or node that the button switches; its button is pressed where it applies. */
  readonly of?: readonly [name: string, attributes?: Readonly<Record<string, unknown>>]
  run(editor: Editor): boolean
}

const tools: readonly Tool[] = [
  {
    label: '大标题',
    icon: '大标题',
    of: ['heading', { level: 2 }],
    run: ({ commands }) => commands.toggleHeading({ level: 2 }),
  },
  {
    label: '小标题',
    icon: '小标题',
    of: ['heading', { level: 3 }],
    run: ({ commands }) => commands.toggleHeading({ level: 3 }),
  },
  { label: '加粗', icon: <BoldOutlined />, of: ['bold'], run: ({ commands }) => commands.toggleBold() },
  { label: '斜体', icon: <ItalicOutlined />, of: ['italic'], run: ({ commands }) => commands.toggleItalic() },
  { label: '下划线', icon: <UnderlineOutlined />, of: ['underline'], run: ({ commands }) => commands.toggleUnderline() },
  { label: '删除线', icon: <StrikethroughOutlined />, of: ['strike'], run: ({ commands }) => commands.toggleStrike() },
  { label: '无序列表', icon: <UnorderedListOutlined />, of: ['bulletList'], run: ({ commands }) => commands.toggleBulletList() },
  { label: '有序列表', icon: <OrderedListOutlined />, of: ['orderedList'], run: ({ commands }) => commands.toggleOrderedList() },
  { label: '引用', icon: <MessageOutlined />, of: ['blockquote'], run: ({ commands }) => commands.toggleBlockquote() },
  { label: '分隔线', icon: <LineOutlined />, run: ({ commands }) => commands.setHorizontalRule() },
  { label: '撤消', icon: <UndoOutlined />, run: ({ commands }) => commands.undo() },
  { label: '重做', icon: <RedoOutlined />, run: ({ commands }) => commands.redo() },
]

/** The text has the keys at once: the focus of tiptap's own commands waits for a frame, and what is typed meanwhile would be lost. */
function applyTool(tool: Tool, editor: Editor): void {
  if (editor.isDestroyed) return
  editor.view.focus()
  tool.run(editor)
  editor.commands.scrollIntoView()
}

const isOn = (editor: Editor, { of }: Tool): boolean => of !== undefined && editor.isActive(...of)

function Tools({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const on = useEditorState({ editor, selector: ({ editor: now }) => tools.map((tool) => isOn(now, tool)) })
  return (
    <div className="rich-text-tools" role="toolbar" aria-label={`${label}的格式`}>
      {tools.map((tool, index) => (
        <Button
          key={tool.label}
          type={on[index] ? 'primary' : 'text'}
          size="small"
          icon={tool.icon}
          title={tool.label}
          aria-label={tool.label}
          {...(tool.of && { 'aria-pressed': on[index] ?? false })}
          onClick={() => applyTool(tool, editor)}
        />
      ))}
    </div>
  )
}

/** An editor of formatted text, without the style sheet that it would write into the page. */
export function RichTextEditor({ id, field, value, onChange, onBlur }: InputProps<FieldDef>) {
  const html = typeof value === 'string' ? value : ''
  const latest = useRef({ onChange, onBlur, html })
  latest.current = { onChange, onBlur, html }
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: { openOnClick: false } })],
    content: html,
    injectCSS: false,
    editorProps: { attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': field.label } },
    onUpdate: ({ editor: now }) => {
      const written = now.isEmpty ? '' : now.getHTML()
      // An empty heading or list is no text, and no reason to ask whether to give it up.
      if (written === latest.current.html) return
      latest.current.html = written
      latest.current.onChange(written)
    },
    onBlur: () => latest.current.onBlur(),
  })
  useEffect(() => {
    // Of a window that was opened twice the first editor may be gone; the next render has another one.
    if (editor.isDestroyed) return
    // A value that did not come from typing, such as another person's after a conflict.
    const own = editor.isEmpty ? '' : editor.getHTML()
    if (html !== own && document.activeElement !== editor.view.dom) editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])
  return (
    <div className="rich-text-editor">
      <Tools editor={editor} label={field.label} />
      <EditorContent editor={editor} />
    </div>
  )
}
