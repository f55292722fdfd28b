import { Card, Skeleton } from 'antd'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { api, useCurrentUser } from '../../../engine/client/index.ts'
import { MenuIcon } from '../shell/MenuIcon.tsx'
import { useMenu } from '../shell/menu-context.ts'
import { pathOf } from '../shell/menu-tree.ts'
import { candidates, isCountable, MOST_FIGURES, viewCodeOf } from './figures.ts'

interface Figure {
  readonly name: string
  readonly title: string
  readonly icon: string | undefined
  readonly path: string
}

function useFigures(): readonly Figure[] | undefined {
  const { permissions, loadEntity } = useCurrentUser()
  const menu = useMenu()
  const names = candidates.filter((name) => pathOf(menu, `entity:${name}`))
  const { data } = useSWR(['figures', ...names], () => Promise.all(names.map(loadEntity)))
  return data
    ?.filter((entity) => permissions.has(viewCodeOf(entity)) && isCountable(entity))
    .slice(0, MOST_FIGURES)
    .map((entity) => ({
      name: entity.name,
      title: entity.title,
      icon: entity.menu?.icon,
      path: pathOf(menu, `entity:${entity.name}`) ?? '/',
    }))
}

function FigureCard({ figure }: { readonly figure: Figure }) {
  const { loadEntity } = useCurrentUser()
  const { data, error } = useSWR(['figure', figure.name], async () => {
    const entity = await loadEntity(figure.name)
    return api.get<{ total: number; more?: boolean }>(`${entity.endpoints.base}/list`, { pageNo: 1, pageSize: 1 })
  })
  return (
    <Link to={figure.path} className="figure-link">
      <Card hoverable className={`figure figure-${figure.name}`}>
        <span className="figure-icon">
          <MenuIcon name={figure.icon} />
        </span>
        <span className="figure-text">
          <span>{figure.title}</span>
          {data ? (
            <strong>{data.total.toLocaleString('zh-CN') + (data.more ? '+' : '')}</strong>
          ) : error ? (
            <strong title="暂时无法统计">—</strong>
          ) : (
            <Skeleton.Button active size="small" />
          )}
        </span>
      </Card>
    </Link>
  )
}

/** How many rows of each kind this user may see, each with a link to the list. */
export function Figures() {
  const figures = useFigures()
  if (!figures?.length) return null
  return (
    <div className="figures">
      {figures.map((figure) => (
        <FigureCard key={figure.name} figure={figure} />
      ))}
    </div>
  )
}
