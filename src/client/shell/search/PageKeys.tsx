import { Modal } from 'antd'
import { keysOfPage } from './page-keys.ts'
import './search.css'

interface Props {
  readonly screen: string | undefined
  onClose(): void
}

/** The keys of the current page, shown with `?`. */
export function PageKeys({ screen, onClose }: Props) {
  return (
    <Modal open title="快捷键" footer={null} width={560} onCancel={onClose} className="page-keys">
      {keysOfPage(screen).map(({ title, hints }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {hints.map(({ keys, says }) => (
              <div key={keys.join('+') + says}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{says}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
