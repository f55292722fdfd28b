const surnames = Array.from('王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎')
const first = Array.from('子宇浩雨思欣佳梓嘉俊晨明文志建海晓若一天泽诗雅静婉凌书彦')
const last = Array.from('轩涵怡然博杰琪萱宁瑞航彤睿琳妍辰阳雯韬洁颖峰岚川悦澜')

/** A stream of random numbers below a bound that is the same at every start. */
export function createDice(seed: number): (bound: number) => number {
  let state = seed >>> 0
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? ''

/** A plausible name, with given names of one or two characters. */
export function personName(dice: (bound: number) => number): string {
  const surname = pick(surnames, dice(surnames.length))
  const given = dice(5) === 0 ? pick(last, dice(last.length)) : pick(first, dice(first.length)) + pick(last, dice(last.length))
  return surname + given
}
