import {
  AppWindow,
  Building2,
  Cpu,
  FileText,
  Flag,
  Folder,
  Globe,
  Hash,
  Link2,
  Megaphone,
  QrCode,
  Radio,
  Search,
  Smartphone,
  Split,
  Tag,
  Target,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { FilterName } from './dimensions.ts';

/** The icon of each filter. */
export const filterIcons: Readonly<Record<FilterName, ReactNode>> = {
  link: <Link2 aria-hidden />,
  tag: <Tag aria-hidden />,
  folder: <Folder aria-hidden />,
  country: <Flag aria-hidden />,
  city: <Building2 aria-hidden />,
  device: <Smartphone aria-hidden />,
  browser: <AppWindow aria-hidden />,
  os: <Cpu aria-hidden />,
  referrer: <Globe aria-hidden />,
  channel: <Radio aria-hidden />,
  utm_source: <Hash aria-hidden />,
  utm_medium: <Target aria-hidden />,
  utm_campaign: <Megaphone aria-hidden />,
  utm_term: <Search aria-hidden />,
  utm_content: <FileText aria-hidden />,
  entry: <QrCode aria-hidden />,
  variant: <Split aria-hidden />,
  class: <Users aria-hidden />,
};
