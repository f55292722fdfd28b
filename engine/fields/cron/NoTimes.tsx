/** Stands where the next times could not be loaded; the server checks the expression all the same. */
export const NoTimes = () => <p className="cron-times">执行时间暂时无法显示</p>
