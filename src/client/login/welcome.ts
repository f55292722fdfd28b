/** A greeting by the hour. */
export function welcome(name: string, hour = new Date().getHours()): string {
  const part = hour < 6 ? '夜深了' : hour < 9 ? '早上好' : hour < 12 ? '上午好' : hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好'
  return `${name}，${part}`
}
