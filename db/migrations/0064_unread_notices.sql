-- Notices that somebody has not opened, the last ones first, however many they have opened.
create index notice_unread on notice (company_id, user_id, id) where read_at is null;
