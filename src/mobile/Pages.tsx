/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { StudentStores } from './student-stores.ts'
import { ItemPage } from './item/ItemPage.tsx'
import { LessonsPage } from './lessons/LessonsPage.tsx'
import { signOut } from './login/sign-in.ts'
import { useValue } from './observable.ts'
import { LineBadge } from './parts/LineBadge.tsx'
import { Sheet } from './parts/Sheet.tsx'
import { go, goBack, route } from './route.ts'
import './parts/bar.css'

function Account({ stores, name, onClose }: { readonly stores: StudentStores; readonly name: string; onClose(): void }) {
  const { jobs, photos } = useValue(stores.outbox.state)
  const unsent = jobs.filter(({ problem }) => problem === undefined).length
  return (
    <Sheet label="账号" onClose={onClose}>
      <h2>{name}</h2>
      {unsent + photos.length > 0 && (
        <p className="notice">
          还有 {photos.length} 张照片{unsent > 0 && `、${unsent} 项操作`}未发送。退出后它们保留在本机，下次登录后继续。
        </p>
      )}
      <a className="button wide" href="/">
        电脑版
      </a>
      <button type="button" className="wide" onClick={signOut}>
        退出登录
      </button>
      <button type="button" className="plain wide" onClick={onClose}>
        取消
      </button>
    </Sheet>
  )
}

/** The pages of a student, under one bar that shows where they are and whether the connection to the server is up. */
export function Pages({ stores, name }: { readonly stores: StudentStores; readonly name: string }) {
  const { itemId, photo } = useValue(route)
  const [isAccountOpen, setAccountOpen] = useState(false)
  const { isLasting } = useValue(stores.outbox.state)
  return (
    <>
      <header className="bar">
        {itemId === undefined ? (
          <h1>我的实验</h1>
        ) : (
          <button type="button" className="back" onClick={() => goBack({})}>
            <span aria-hidden="true">‹</span> 我的实验
          </button>
        )}
        <LineBadge live={stores.live} />
        <button type="button" className="account" aria-label={`账号：${name}`} onClick={() => setAccountOpen(true)}>
          {name}
        </button>
      </header>
      {!isLasting && <p className="notice bad">此浏览器不能保存照片，发送完成前请勿关闭或刷新页面。</p>}
      {itemId === undefined ? (
        <LessonsPage stores={stores} onOpen={(id) => go({ itemId: id })} />
      ) : (
        <ItemPage key={itemId} stores={stores} itemId={itemId} photo={photo} />
      )}
      {isAccountOpen && <Account stores={stores} name={name} onClose={() => setAccountOpen(false)} />}
    </>
  )
}
