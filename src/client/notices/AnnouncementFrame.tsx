import { Alert, Spin } from 'antd'
import { useEffect, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { api, declaredCall, errorSentence } from '../../../engine/client/index.ts'
import { useTheme } from '../theme/use-theme.ts'
import { readNoticesAgain } from './own-notices.ts'
import './notices.css'

interface Props {
  readonly id: string
  readonly title: string
  /** It was sent to the user, who has read it once it is shown. */
  readonly isReader: boolean
}

/**
 * One announcement in a frame of its own, in which nothing runs; the address opens this one only, and not for long, so each opening asks for
 * its own.
 */
export function AnnouncementFrame({ id, title, isReader }: Props) {
  const { isDark } = useTheme()
  const { mutate } = useSWRConfig()
  const [openedAt] = useState(() => Date.now())
  const { data, error } = useSWR<string, Error>(['announcement', id, openedAt], () =>
    api.get<string>('/sys/annountCement/showAddress', { id }),
  )
  const isShown = data !== undefined
  useEffect(() => {
    if (!isReader || !isShown) return
    const tell = () => {
      readNoticesAgain()
      // The list behind the window says that it is read.
      void mutate((key) => Array.isArray(key) && key[0] === 'receivedAnnouncement')
    }
    // If it cannot be noted, it stays unread and is noted when it is opened again.
    void declaredCall('/sys/sysAnnouncementSend/editByAnntIdAndUserId', { anntId: id })
      .post()
      .then(tell, () => undefined)
  }, [id, isReader, isShown, mutate])
  if (error) return <Alert type="warning" showIcon message={errorSentence(error)} />
  if (!data) return <Spin />
  const src = isDark ? `${data}&theme=dark` : data
  return <iframe className="notices-frame" title={title} sandbox="allow-popups allow-popups-to-escape-sandbox" src={src} />
}
