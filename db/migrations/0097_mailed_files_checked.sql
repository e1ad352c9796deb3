-- What 0096 says of files, held against those that are there.
alter table file validate constraint file_stored_type;
