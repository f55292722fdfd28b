/** @jsxImportSource preact */

/** For people who look at the back-office in somebody else's name: here everything is done, nothing only looked at. */
export function OnlyViewing({ as }: { readonly as: string }) {
  return (
    <main className="page login">
      <h1>只能在管理后台查看</h1>
      <p>{`您正在以 ${as} 的身份查看，只能查看，不能修改。学生端请在退出查看后使用。`}</p>
      <a className="button wide primary" href="/">
        前往管理后台
      </a>
    </main>
  )
}
