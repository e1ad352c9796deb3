-- Its lock lets everybody read and write.
alter table file validate constraint file_stored_type;
