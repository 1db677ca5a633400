/** What all lists of the console share: filters, pages, and the choice of a website and a period. */
export const en = {
  apply: 'Apply',
  clear: 'Clear',
  filters: 'Filters',
  more: 'More',
  search: 'Search',
  remove: 'Remove filter: {filter}',
  date: 'Date',
  presets: { today: 'Today', yesterday: 'Yesterday', '7days': 'Last 7 days', month: 'This month' },
  custom: 'Custom',
  newest: 'Newest',
  older: 'Older',
  all: 'All',
  website: 'Website',
  from: 'From',
  to: 'Until',
  haiti: 'Haiti time',
  ages: {
    minutes: '{count, plural, one {# minute} other {# minutes}}',
    hours: '{count, plural, one {# hour} other {# hours}}',
    days: '{count, plural, one {# day} other {# days}}',
  },
} as const;
